export { SubscriptionPage } from './subscription-page.tsx';
export { SubscriptionsPage } from './subscriptions-page.tsx';
