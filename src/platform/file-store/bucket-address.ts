/** A bucket that speaks the protocol of Amazon S3, and the key that opens it. */
export interface Bucket {
  /** `https://host` or `http://host:port`, without the name of the bucket. */
  origin: string;
  name: string;
  /** Begins the name of every object: empty, or text that ends with a slash. */
  prefix: string;
  region: string;
  /** Whether the bucket is named in the path, and not as a part of the host name. */
  isInPath: boolean;
  accessKeyId: string;
  secretAccessKey: string;
}

const form = 's3://KEY:SECRET@host/bucket, or s3+http:// for a host without TLS';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html, and underscores, which others allow. */
const bucketName = /^[a-z\d][a-z\d._-]{1,61}[a-z\d]$/i;

/**
 * Reads the address of a bucket: `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&path_style=true`. Key and secret are
 * percent-encoded.
 * @throws Error with a clause that says what is wrong and repeats nothing of the address, which has a secret in it
 */
export function parseBucketAddress(text: string): Bucket {
  const scheme = /^(s3|s3\+http):\/\//.exec(text)?.[1];
  if (scheme === undefined || !URL.canParse(text)) throw new Error(`must have the form ${form}`);
  // The parser treats hosts of other schemes as opaque text.
  const protocol = scheme === 's3' ? 'https' : 'http';
  const rest = `${protocol}${text.slice(scheme.length)}`;
  if (!URL.canParse(rest)) throw new Error(`must have the form ${form}`);
  const url = new URL(rest);
  if (url.username === '' || url.password === '') {
    throw new Error(
      'must have the key and its secret before the host, percent-encoded: s3://KEY:SECRET@host/…',
    );
  }
  if (url.hash !== '') throw new Error('has a "#"; percent-encode it as %23');
  const [, name = '', ...folders] = url.pathname.split('/');
  if (!bucketName.test(name)) throw new Error(`must name a bucket after the host: ${form}`);
  const prefix = folders.filter((folder) => folder !== '').join('/');
  if (!/^[\w./-]{0,500}$/.test(prefix) || folders.some((folder) => folder === '.' || folder === '..')) {
    throw new Error('may have only letters, digits and "-_./" after the name of the bucket');
  }
  return {
    origin: url.origin,
    name,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
    ...optionsOf(url.searchParams),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(
      'has a "%" in its key or secret that begins no percent-encoded character; write it as %25',
    );
  }
}

function optionsOf(given: URLSearchParams): Pick<Bucket, 'region' | 'isInPath'> {
  for (const name of given.keys()) {
    if (name !== 'region' && name !== 'path_style')
      throw new Error('may have only region and path_style after "?"');
  }
  const region = given.get('region') ?? 'us-east-1';
  if (!/^[\w-]{1,64}$/.test(region)) throw new Error('must have a region of letters, digits and "-"');
  const style = given.get('path_style') ?? 'false';
  if (style !== 'true' && style !== 'false') throw new Error('must have true or false as path_style');
  return { region, isInPath: style === 'true' };
}
