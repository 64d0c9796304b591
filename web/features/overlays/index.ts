// What the settings of shows may use of overlays.
export { Overlays } from './Overlays.tsx';
