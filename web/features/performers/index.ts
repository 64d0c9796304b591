// What other features and the app may use of performers.
export { EditPostPerformers, type PerformerSelection } from './EditPostPerformers.tsx';
export { PerformerPicker } from './PerformerPicker.tsx';
