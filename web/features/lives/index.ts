// What other features and the app may use of live shows.
export { loadShowSale } from './load-sale.ts';
