import { z } from 'zod';
import {
  choice,
  describeTerms,
  exactText,
  flag,
  givenKey,
  idList,
  json,
  list,
  maxTerms,
  neededText,
  number,
  option,
  ordering,
  pages,
  reading,
  recordId,
  search,
  strictFlag,
  textByName,
  time,
  wholeNumber,
} from '../parameters.ts';
import { zeroRules } from '../part-numbers.ts';
import { importModes } from '../schema.ts';
import { knownColumns } from './columns.ts';
import { readDelimiter } from './csv-format.ts';
import { decimals } from './numbers.ts';
import { onDuplicates } from './put.ts';

/** The parameters of lists of offers, in the order of their errors. */

const own = {
  id: recordId('Exact.'),
  brand_raw: exactText('Exact.'),
  pn_raw: exactText('Exact.'),
  pn: exactText(
    'The part number in any case, without its white space, dashes, points, slashes and underscores.',
  ),
  pn_zeros: choice(
    zeroRules,
    'With `pn`: whether leading zeros are left aside, too (`ignore`), or count (`keep`, the default).',
  ),
  condition_raw: exactText('Exact.'),
  status_raw: exactText('Exact.'),
  currency: exactText('Exact; the same as `price_currency`.'),
  price_currency: exactText('Exact.'),
  weight_unit: exactText('Exact.'),
  raw_hash: exactText('Exact.'),
  product_url: exactText('Exact.'),
  price_raw: number('Exact.'),
  price_min: number('At least.'),
  price_max: number('At most.'),
  weight_value: number('Exact.'),
  created_at: time('Exact.'),
  raw_payload: json('JSON that is equal to the stored text without white space.'),
  search: search(
    describeTerms('Every term must stand in brand_raw, pn_raw or condition_raw, in any case'),
    maxTerms,
  ),
};

const ofSource = {
  source: givenKey('Id of a source; a 400 if there is none.'),
  source_identifier: exactText(
    'Name, address or id of a source, as on creation; of an unknown one nothing is found.',
  ),
  source_name: exactText('Exact name of the source.'),
};
const partOfName = 'A part of the name of the source, in any case.';

const advanced = {
  q: search('As `search`.'),
  brand_raw__icontains: exactText('A part, in any case.'),
  pn_raw__icontains: exactText('A part, in any case.'),
  pn_raw__startswith: exactText('The beginning.'),
  condition_raw__in: list('One of these, with commas between them.'),
  status_raw__in: list('One of these, with commas between them.'),
  source__in: idList('One of these ids, with commas between them.'),
  weight_min: number('At least.'),
  weight_max: number('At most.'),
  created_after: time('At this time or later.'),
  created_before: time('At this time or earlier.'),
  has_price: flag('With or without a price.'),
  has_url: flag('With or without a product_url.'),
};

/** What answers have besides the record. */
const include = option('`seen` adds when the offer was last written and last seen in a list.', {
  enum: ['seen'],
});

const order = { ordering: ordering('every field but raw_payload') };

export const offerQuery = z.object({ ...own, ...ofSource, include, ...order, ...pages });
export type OfferQuery = z.output<typeof offerQuery>;

export const searchQuery = z.object({
  ...own,
  ...ofSource,
  source_name: exactText(partOfName),
  ...advanced,
  include,
  ...order,
  ...pages,
});

export const sourceNameQuery = z.object({
  ...own,
  ...ofSource,
  source_name: exactText(partOfName),
  name: neededText(partOfName),
  include,
  ...order,
  ...pages,
});

/** Of one offer. */
export const offerReading = z.object({ include });

/** Of its prices. */
export const priceQuery = z.object({ page: pages.page, page_size: pages.page_size });

export const exportQuery = z.object({
  ...own,
  ...ofSource,
  name: exactText(partOfName),
  ...advanced,
  format: option('Before `Accept`; NDJSON if both are silent.', { enum: ['csv', 'ndjson'] }),
  include,
  ...order,
});

const delimiterParameter = reading(
  readDelimiter,
  'What stands between the cells of a CSV: `comma`, `semicolon`, `tab`, `pipe`, or a sign, such as `^`. Found by its header row if it is not said.',
);

/** Of bulk creation. */
export const putQuery = z.object({
  on_duplicate: choice(
    onDuplicates,
    'What is done with an offer whose source, pn_raw and condition_raw are there already: `skip` leaves it, which is the default; `update` gives it ' +
      'the fields that were sent, where null and, in a CSV, an empty cell of a column clear one; `error` refuses the new one.',
  ),
});

/** Of imports. */
export const importQuery = putQuery.extend({
  mode: choice(
    importModes,
    '`add`, the default, adds the offers of the file. `replace` makes the offers of `source` those of the file: what is there already is updated, and ' +
      'what the file no longer has is deleted, or gets `vanished_status`. It is done in one transaction, or waits for a confirmation (202).',
  ),
  source: exactText(
    'Name, address or id of the source of rows that name none; it is created if it is unknown. Needed with `mode=replace`.',
  ),
  vanished_status: exactText(
    'With `mode=replace`: the status_raw that offers get which the file no longer has. They are deleted if it is absent.',
  ),
  most_vanished: wholeNumber(
    0,
    100,
    "With `mode=replace`: how many of the source's offers may vanish without a confirmation, in percent; 20 if the server has no other setting.",
  ),
  ask: strictFlag(
    'With `mode=replace`: true stages the file and changes nothing before a confirmation. The answer (202) has the figures of what it would do.',
  ),
  delimiter: delimiterParameter,
  charset: exactText(
    'Of the file, if the content type does not name it (another one there is a 400); found if neither does: UTF-8, UTF-16 with its mark, windows-1251 or windows-1252.',
  ),
  header_row: wholeNumber(
    1,
    1000,
    'The line of a CSV on which its header row stands; what is above is left out.',
  ),
  sheet: exactText('Of a workbook: its name, or its number from 1; the first if it is absent.'),
  file: exactText('Of a ZIP archive with several files: the name of one.'),
  map: textByName(
    'The fields of columns, or of members of JSON, that have other names: `{"Артикул": "pn_raw"}`.',
    (name, field, before) => {
      if (!knownColumns.includes(field)) {
        return `"${field}", to which "${name}" is mapped, is no field of an offer.`;
      }
      const other = before.find(([, taken]) => taken === field)?.[0];
      return other === undefined ? undefined : `"${other}" and "${name}" are both mapped to ${field}.`;
    },
  ),
  set: textByName('Values of fields that a row has no value for: `{"price_currency": "EUR"}`.', (field) =>
    knownColumns.includes(field) && field !== 'raw_payload'
      ? undefined
      : `"${field}" cannot be set for all rows.`,
  ),
  dry_run: strictFlag(
    'True: nothing is written. The answer tells how the file was read, its first 20 rows as they would be, and its first 100 findings.',
  ),
  decimal: choice(
    decimals,
    'What stands before the decimals of numbers. Said, spaces, apostrophes and the other one of both may stand between thousands.',
  ),
});

/** Parameters of `/offers/search/` and of exports besides those of the list. */
export type AdvancedQuery = Partial<z.output<z.ZodObject<typeof advanced>>>;
