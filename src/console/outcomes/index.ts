export { useCall } from './call.ts';
export { Settle } from './settle.tsx';
export { SettleButton } from './settle-button.tsx';
