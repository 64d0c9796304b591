// What other features may use of legal holds.
export { HoldContent } from './HoldContent.tsx';
export { LegalHoldForm } from './LegalHoldForm.tsx';
