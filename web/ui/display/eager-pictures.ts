// Whether pictures may be fetched before they are seen. Not while the page they are on is hidden:
// browsers fetch eager pictures of hidden pages, too.
import { createContext, useContext } from 'react';

export const EagerPictures = createContext(true);

/** How a picture is fetched that wants to be there at once. */
export const useLoading = (eager: boolean): 'eager' | 'lazy' =>
  useContext(EagerPictures) && eager ? 'eager' : 'lazy';
