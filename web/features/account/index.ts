// What other features and the app may use of the request to become a producer.
export { DocumentField } from './request/DocumentField.tsx';
export { RequestStatus } from './parts.ts';
