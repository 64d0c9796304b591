// What other features and the app may use of subscriptions.
export { PlanCard } from './PlanCard.tsx';
export { subscriptionsDialogs } from './dialogs.ts';
export { loadSubscriptionSale } from './parts.ts';
