export { AccessRights } from './access-rights.tsx';
export { customerName, useCustomer } from './customer.ts';
export { CustomerFacts } from './customer-facts.tsx';
export { MergeDialog } from './merge-dialog.tsx';
export { MergeSuggestions } from './merge-suggestions.tsx';
export { Orders } from './orders.tsx';
export { Rename } from './rename.tsx';
export { StateFields } from './state-fields.tsx';
export { Tags } from './tags.tsx';
