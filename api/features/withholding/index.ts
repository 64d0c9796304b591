// What other features and the composition root may use of withheld content.
import { defineFeature } from '../../feature.ts';
import { mediaAccess } from './withhold.ts';

export { release, withhold } from './withhold.ts';

/** Content that is withheld while or because something about it is decided. */
export const withholding = defineFeature({ name: 'withholding', mediaAccess: [mediaAccess] });
