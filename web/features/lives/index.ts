// What the app may use of live shows.
export { Calls } from './calls/Calls.tsx';
export { loadShowSale } from './load-sale.ts';
export { OnAirRail, ProfileLive } from './parts.ts';
export { useIsLive } from './use-is-live.ts';
