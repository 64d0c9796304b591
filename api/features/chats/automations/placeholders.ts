// Placeholders in texts that are written once for many people.
import type { ProfileId } from '@camarim/contract/ids';
import { MESSAGE_MAX, NAME_PLACEHOLDER } from '@camarim/contract/limits';
import type { Ctx } from '../../../context.ts';
import { summarise } from '../../profiles/index.ts';

/**
 * The text for this person, cut to the length of a message: names may be longer than their
 * placeholder. The name never becomes a placeholder itself.
 */
export const fillPlaceholders = async (
  ctx: Ctx,
  text: string,
  profileId: ProfileId,
): Promise<string> => {
  if (!text.includes(NAME_PLACEHOLDER)) return text;
  const person = (await summarise(ctx, [profileId])).get(profileId);
  const filled = text.replaceAll(NAME_PLACEHOLDER, () => person?.exibitionName ?? '');
  return filled.length > MESSAGE_MAX ? [...filled].slice(0, MESSAGE_MAX).join('') : filled;
};
