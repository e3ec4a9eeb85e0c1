export { ReceiverPage } from './receiver-page.tsx';
export { ReceiversPage } from './receivers-page.tsx';
