import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { play, type Transcript } from './transcript.ts';

const folder = 'test/scenario/golden';

describe.each(readdirSync(folder).sort())('%s', (file) => {
  const documents = parseAllDocuments(readFileSync(`${folder}/${file}`, 'utf8'));
  const transcripts = documents.map((document) => (document as { toJS(): unknown }).toJS() as Transcript);
  it.each(transcripts.map((transcript) => [transcript.name, transcript] as const))('%s', (_, transcript) => {
    play(transcript);
  });
});
