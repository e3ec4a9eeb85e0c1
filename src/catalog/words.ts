/**
 * The messages of Django REST framework and django-filter for invalid values
 * (https://www.django-rest-framework.org/api-guide/fields/). Clients compare these sentences, so never change them.
 */
export const words = {
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  notText: 'Not a valid string.',
  longText: (max: number) => `Ensure this field has no more than ${max} characters.`,
  nul: 'Null characters are not allowed.',
  surrogate: (half: string) =>
    `Surrogate characters are not allowed: U+${half.charCodeAt(0).toString(16).toUpperCase()}.`,
  notNumber: 'A valid number is required.',
  notInteger: 'A valid integer is required.',
  hugeNumber: 'String value too large.',
  least: (min: number | bigint) => `Ensure this value is greater than or equal to ${min}.`,
  most: (max: bigint | string) => `Ensure this value is less than or equal to ${max}.`,
  manyDigits: (max: number) => `Ensure that there are no more than ${max} digits in total.`,
  manyPlaces: (max: number) => `Ensure that there are no more than ${max} decimal places.`,
  manyWhole: (max: number) => `Ensure that there are no more than ${max} digits before the decimal point.`,
  notBoolean: 'Must be a valid boolean.',
  notKey: (pythonType: string) => `Incorrect type. Expected pk value, received ${pythonType}.`,
  unknownKey: (text: string) => `Invalid pk "${text}" - object does not exist.`,
  noData: 'No data provided',
  notObject: (pythonType: string) => `Invalid data. Expected a dictionary, but got ${pythonType}.`,
  notList: (pythonType: string) => `Expected a list of items but got type "${pythonType}".`,
  emptyList: 'This list may not be empty.',
  longList: (max: number) => `Ensure this field has no more than ${max} elements.`,
  notUrl: 'Enter a valid URL.',
  unknownSource: (id: string) => `Source with ID ${id} does not exist.`,
  unknownOffer: (id: string) => `Offer with ID ${id} does not exist.`,
  duplicateOffer: 'Offer with this source, pn_raw and condition_raw already exists.',

  // For parameters of a query.
  enterNumber: 'Enter a number.',
  enterTime: 'Enter a valid date/time.',
  enterJson: 'Enter a valid JSON.',
  unknownChoice: 'Select a valid choice. That choice is not one of the available choices.',
  notChoice: (text: string) => `"${text}" is not a valid choice.`,
  manyTerms: (max: number, given: number) =>
    `A search may have at most ${max} terms, and this one has ${given}. Put words that belong together in double quotes: they count as one term.`,
  unknownOrder: (field: string) =>
    `An export cannot be ordered by "${field}". Correct the name, or leave it out.`,
  narrowsNothing:
    'Nothing is filtered by this value. Give another one, or leave the parameter out to export without it.',
  unknownName:
    'An export has no parameter of this name. Correct the name, or leave the parameter out to export without it.',
} as const;
