export { useCall } from './call.ts';
export { SettleButton } from './settle-button.tsx';
export { SettleWindow } from './settle-window.tsx';
