export { PaymentsPage } from './list-page.tsx';
export { PaymentPage } from './payment-page.tsx';
