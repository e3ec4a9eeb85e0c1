import { describe, expect, it } from 'vitest';
import { parseBucketAddress } from '../../src/platform/file-store/bucket-address.ts';
import { readSettings, SettingsError } from '../../src/settings.ts';

describe('FILES_URL', () => {
  it('names a bucket, its host and its key, whose special characters are percent-encoded', () => {
    expect(
      parseBucketAddress('s3://KEY:a%2Fb%40c%3Ad%2B@s3.eu-central-1.amazonaws.com/files?region=eu-central-1'),
    ).toEqual({
      origin: 'https://s3.eu-central-1.amazonaws.com',
      name: 'files',
      prefix: '',
      region: 'eu-central-1',
      isInPath: false,
      accessKeyId: 'KEY',
      secretAccessKey: 'a/b@c:d+',
    });
  });

  it('may have a port, folders, the bucket in the path, and a host without TLS', () => {
    expect(parseBucketAddress('s3+http://k:s@minio:9000/files/parley/one/?path_style=true')).toMatchObject({
      origin: 'http://minio:9000',
      name: 'files',
      prefix: 'parley/one/',
      region: 'us-east-1',
      isInPath: true,
    });
  });

  it.each([
    ['https://KEY:hidden-word@host/bucket', 'must have the form'],
    ['s3://host/bucket', 'must have the key and its secret'],
    ['s3://KEY@host/bucket', 'must have the key and its secret'],
    ['s3://KEY:hidden-word@host', 'must name a bucket'],
    ['s3://KEY:hidden-word@host/b', 'must name a bucket'],
    ['s3://KEY:hidden-word@host/bucket/a%20b', 'may have only letters'],
    ['s3://KEY:hidden%word@host/bucket', '%25'],
    ['s3://KEY:hidden-word@host/bucket#x', '%23'],
    ['s3://KEY:hidden-word@host/bucket?pathstyle=true', 'only region and path_style'],
    ['s3://KEY:hidden-word@host/bucket?path_style=1', 'true or false'],
    ['s3://KEY:hidden-word@host/bucket?region=eu%20west', 'region'],
  ])('that is wrong stops the start with a line that does not have the secret: %s', (value, told) => {
    const start = () => readSettings({ FILES_URL: value });
    expect(start).toThrow(SettingsError);
    expect(start).toThrow(/^FILES_URL /);
    expect(start).toThrow(told);
    expect(start).not.toThrow(/hidden/);
  });
});
