/**
 * The rules for request bodies in YooKassa's API v3, written independently of the code under test:
 * https://yookassa.ru/developers/api and the pages on 54-FZ. Undocumented names are refused, so that a misspelt field
 * is noticed.
 */

/** A refusal in the API's own form. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly parameter: string | undefined;

  constructor(status: number, code: string | undefined, description: string, parameter?: string) {
    super(description);
    this.status = status;
    this.code = code;
    this.parameter = parameter;
  }
}

export function invalid(parameter: string, description: string): Refusal {
  return new Refusal(400, 'invalid_request', description, parameter);
}

type Check = (value: any, at: string) => void;

const text =
  (most: number, pattern?: RegExp): Check =>
  (value, at) => {
    if (typeof value !== 'string') throw invalid(at, 'must be a string');
    if (value === '' || value.length > most) throw invalid(at, `must have 1 to ${most} characters`);
    if (pattern && !pattern.test(value)) throw invalid(at, 'has a wrong form');
  };

const oneOf =
  (words: string): Check =>
  (value, at) => {
    if (!words.split(' ').includes(value)) throw invalid(at, 'is not one of the values of the enumeration');
  };

const integer =
  (least: number, most: number): Check =>
  (value, at) => {
    if (!Number.isInteger(value) || value < least || value > most) throw invalid(at, 'is out of range');
  };

const flag: Check = (value, at) => {
  if (typeof value !== 'boolean') throw invalid(at, 'must be a boolean');
};

const anything: Check = () => {};

/** An object with these fields and no others; a name with `!` at its end is required. */
function fields(shape: Record<string, Check>): Check {
  const checks = new Map(Object.entries(shape).map(([name, check]) => [name.replace('!', ''), check]));
  const required = Object.keys(shape).filter((name) => name.endsWith('!'));
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw invalid(at, 'must be an object');
    }
    const path = (name: string) => (at === '' ? name : `${at}.${name}`);
    for (const name of required) {
      if (value[name.slice(0, -1)] === undefined) throw invalid(path(name.slice(0, -1)), 'is required');
    }
    for (const [name, member] of Object.entries(value)) {
      const check = checks.get(name);
      if (!check) throw invalid(path(name), 'is not a documented field');
      check(member, path(name));
    }
  };
}

const money: Check = (value, at) => {
  fields({ 'value!': text(20, /^\d+\.\d{2}$/), 'currency!': anything })(value, at);
  oneOf('RUB EUR USD KZT BYN UAH UZS TRY INR MDL AZN AMD')(value.currency, `${at}.currency`);
};

const positiveMoney: Check = (value, at) => {
  money(value, at);
  if (Number(value.value) <= 0) throw invalid(at, 'must be more than zero');
};

const webAddress: Check = (value, at) => {
  text(2048)(value, at);
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) throw invalid(at, 'must be an address');
};

const metadata: Check = (value, at) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(at, 'must be an object');
  const entries = Object.entries(value);
  if (entries.length > 16) throw invalid(at, 'has more than 16 keys');
  for (const [name, member] of entries) {
    if (name.length > 32) throw invalid(`${at}.${name}`, 'has a name of more than 32 characters');
    if (typeof member !== 'string' || member.length > 512) {
      throw invalid(`${at}.${name}`, 'must be a string of at most 512 characters');
    }
  }
};

const quantity: Check = (value, at) => {
  const isDecimal = typeof value === 'number' && /^\d+(\.\d{1,3})?$/.test(String(value));
  if (!isDecimal || value <= 0 || value > 99_999.999) throw invalid(at, 'is no quantity');
};

const customer: Check = (value, at) => {
  fields({
    full_name: text(256),
    inn: text(12, /^(\d{10}|\d{12})$/),
    email: text(254, /@/),
    phone: text(15, /^[0-9]{4,15}$/),
  })(value, at);
  if (!value.email && !value.phone) throw invalid(at, 'needs an email or a phone');
};

const item = fields({
  'description!': text(128),
  'quantity!': quantity,
  'amount!': money,
  'vat_code!': integer(1, 12),
  measure: oneOf(
    'piece gram kilogram ton centimeter decimeter meter square_centimeter square_decimeter square_meter milliliter ' +
      'liter cubic_meter kilowatt_hour gigacalorie day hour minute second kilobyte megabyte gigabyte terabyte another',
  ),
  payment_mode: oneOf(
    'full_prepayment partial_prepayment advance full_payment partial_payment credit credit_payment',
  ),
  payment_subject: oneOf(
    'commodity excise job service gambling_bet gambling_prize lottery lottery_prize intellectual_activity payment ' +
      'agent_commission property_right non_operating_gain insurance_premium sales_tax resort_fee composite another ' +
      'fine tax lien cost pension_insurance_without_payouts pension_insurance_with_payouts casino agent_withdrawals ' +
      'health_insurance_without_payouts health_insurance_with_payouts health_insurance non_marked_excise ' +
      'marked_excise marked non_marked',
  ),
  country_of_origin_code: text(2, /^[A-Z]{2}$/),
  customs_declaration_number: text(32),
  excise: text(20),
  product_code: text(96),
  mark_quantity: anything,
  mark_code_info: anything,
  mark_mode: anything,
  planned_status: integer(1, 6),
  payment_subject_industry_details: anything,
});

const receiptShape = fields({
  'customer!': customer,
  'items!': (value, at) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > 80) {
      throw invalid(at, 'must have 1 to 80 items');
    }
    for (const [index, member] of value.entries()) item(member, `${at}.${index}`);
  },
  internet: anything,
  tax_system_code: integer(1, 6),
  timezone: integer(1, 11),
  receipt_industry_details: anything,
  receipt_operational_details: anything,
});

/** Checks a receipt, and that its items cost what the payment or refund does. */
export function checkReceipt(receipt: any, amount: { value: string; currency: string }): void {
  receiptShape(receipt, 'receipt');
  let cost = 0;
  for (const { quantity: count, amount: price } of receipt.items) {
    if (price.currency !== amount.currency) throw invalid('receipt', 'Receipt is missing or illegal');
    cost += Math.round(count * Number(price.value) * 100);
  }
  if (cost !== Math.round(Number(amount.value) * 100))
    throw invalid('receipt', 'Receipt is missing or illegal');
}

export const newPayment = fields({
  'amount!': positiveMoney,
  capture: flag,
  confirmation: (value, at) => {
    const common = { 'type!': anything, locale: oneOf('ru_RU en_US') };
    oneOf('redirect external qr embedded mobile_application')(value?.type, `${at}.type`);
    if (value.type === 'redirect') fields({ ...common, 'return_url!': webAddress, enforce: flag })(value, at);
    else fields({ ...common, return_url: webAddress })(value, at);
  },
  description: text(128),
  metadata,
  receipt: anything,
  payment_method_data: (value, at) =>
    oneOf(
      'bank_card cash sberbank tinkoff_bank yoo_money mobile_balance b2b_sberbank sbp sber_loan ' +
        'electronic_certificate sber_bnpl',
    )(value?.type, `${at}.type`),
  save_payment_method: flag,
  merchant_customer_id: text(200),
  client_ip: text(45),
});

export const newRefund = fields({
  'payment_id!': text(36),
  'amount!': positiveMoney,
  description: text(250),
  receipt: anything,
  metadata,
});

export const newCapture = fields({ amount: positiveMoney, receipt: anything });
export const nothing = fields({});
