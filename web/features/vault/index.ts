// What other features and the app may use of the vault.
export { VaultPicker } from './parts.ts';
