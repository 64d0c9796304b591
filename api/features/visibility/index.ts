// Which profiles are hidden from a requester: SQL that every feature includes in its statements. It
// depends on no other feature.
export {
  hiddenAmong,
  hiddenFrom,
  hiddenPairs,
  isHidden,
  isHiddenProfile,
  notLocatedFrom,
  placeColumns,
  requesterAt,
  requesterRow,
  requestersAt,
  requestersValues,
  requesterValues,
} from './store.ts';
