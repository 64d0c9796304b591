// What other features and the app may use of the identity checks.
export { learnedBy, titleOf as ageWayTitle } from './age/words.ts';
export { EditPostPerformers, type PerformerSelection } from './performers/EditPostPerformers.tsx';
export { PerformerPicker } from './performers/PerformerPicker.tsx';
export { RequestDocuments, RequestStatus } from './parts.ts';
