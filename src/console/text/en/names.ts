export const names = {
  'name.visitor': 'Visitor {mark}',
  'name.unnamed': 'Customer {mark}',
} as const;
