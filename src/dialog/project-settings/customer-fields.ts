import { z } from 'zod';
import { list, text } from '../http/fields.ts';

/** What the keys of a customer's state mean in a project. */
export interface CustomerFields {
  /** The first of them that has a value is the name of a customer who has none. */
  name_keys: string[];
  phone_keys: string[];
  mail_keys: string[];
  filter_keys: string[];
  /** The calling code of the country of numbers without one: digits, or empty. */
  country_code: string;
  /** What people there dial before a number of their own country. */
  trunk_prefix: string;
}

/** Those of a project that has not said anything. */
export const noCustomerFields: CustomerFields = {
  name_keys: [],
  phone_keys: [],
  mail_keys: [],
  filter_keys: [],
  country_code: '',
  trunk_prefix: '',
};

/** Those of a project when it is made: a bot that asks for the name mostly keeps it so. */
export const firstCustomerFields: CustomerFields = { ...noCustomerFields, name_keys: ['name'] };

/** Each key is an entry of an index for every customer who has it. */
const mostKeys = 10;

const keys = (what: string) =>
  list(text({ min: 1, max: 100 }), { max: mostKeys, default: [] })
    .transform((given) => [...new Set(given)])
    .pipe(z.array(z.string()))
    .describe(what);

/** The fields of a request that says it. */
export const customerFieldsBody = z.strictObject({
  name_keys: keys('Keys of the state that hold the name of a customer, the best first.'),
  phone_keys: keys('Keys of the state that hold a phone number.'),
  mail_keys: keys('Keys of the state that hold an e-mail address.'),
  filter_keys: keys('Keys of the state by whose values customers can be listed.'),
  country_code: text({ pattern: '^[0-9]{0,3}$', default: '' }).describe(
    'The calling code of the country of numbers that do not begin with a plus: `49`.',
  ),
  trunk_prefix: text({ pattern: '^[0-9]{0,2}$', default: '' }).describe(
    'What people there dial before a number of their own country: `0`.',
  ),
});
