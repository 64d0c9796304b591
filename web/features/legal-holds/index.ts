// What other features may use of legal holds.
export { LegalHoldForm } from './LegalHoldForm.tsx';
