// What other features and the app may use of goals.
export { GoalBar } from './GoalBar.tsx';
export { GoalSettings } from './GoalSettings.tsx';
export { Goals } from './Goals.tsx';
