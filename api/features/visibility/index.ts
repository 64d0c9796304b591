// Who is hidden from whom: what every feature takes into its statements. It knows no other feature.
export {
  hiddenAmong,
  hiddenFrom,
  isHidden,
  isHiddenProfile,
  notLocatedFrom,
  requesterAt,
  requesterRow,
  requesterValues,
} from './store.ts';
