export { useCall } from './call.ts';
export { SettleButton } from './settle-button.tsx';
export { SettleRecord } from './settle-record.tsx';
