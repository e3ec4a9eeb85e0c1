import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { describe, expect, it } from 'vitest';
import { signatureV4 } from '../fakes/signature-v4.ts';

/** The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, with its made-up key. */
const accessKeyId = 'AKIAIOSFODNN7EXAMPLE';
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const host = 'examplebucket.s3.amazonaws.com';
const time = '20130524T000000Z';
const region = 'us-east-1';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const examples: {
  what: string;
  method: string;
  target: string;
  more?: Record<string, string>;
  body?: string;
  signature: string;
}[] = [
  {
    what: 'GET of a part of an object',
    method: 'GET',
    target: '/test.txt',
    more: { range: 'bytes=0-9' },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'PUT of an object',
    method: 'PUT',
    target: '/test%24file.text',
    more: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    body: 'Welcome to Amazon S3.',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    what: 'GET of a subresource',
    method: 'GET',
    target: '/?lifecycle',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    what: 'GET with parameters',
    method: 'GET',
    target: '/?max-keys=2&prefix=J',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];

describe.each(examples)(
  'the published signature of a $what',
  ({ method, target, more, body = '', signature }) => {
    const headers: Record<string, string> = {
      ...more,
      host,
      'x-amz-content-sha256': sha256(body),
      'x-amz-date': time,
    };

    it('is what the fake bucket computes', () => {
      const request = {
        method,
        target,
        headers,
        signedHeaders: Object.keys(headers),
        payloadHash: sha256(body),
        time,
        region,
      };
      expect(signatureV4(request, secretAccessKey)).toBe(signature);
      expect(signatureV4({ ...request, target: `${target}x` }, secretAccessKey)).not.toBe(signature);
    });

    it('is what the client of the bucket computes', async () => {
      const { host: _, ...given } = headers;
      const signer = new AwsV4Signer({
        ...{ method, url: `https://${host}${target}`, headers: given, datetime: time },
        ...{ accessKeyId, secretAccessKey, region, service: 's3', allHeaders: true },
      });
      expect(await signer.signature()).toBe(signature);
    });
  },
);
