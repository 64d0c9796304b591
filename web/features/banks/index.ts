// What other features and the app may use of bank accounts.
export { Accounts } from './Accounts.tsx';
export { NewAccount } from './NewAccount.tsx';
export { placeText } from './place-text.ts';
export { accountsQuery, type BankAccount } from './queries.ts';
