// The code of a payment for a live show, loaded when it is needed.
import { loadPart } from '../../client/load-part.ts';

export const loadShowSale = () => loadPart(() => import('./sale.ts')).then(({ sale }) => sale);
