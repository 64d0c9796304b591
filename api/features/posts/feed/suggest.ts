// Suggestions while a person types a search.
import type { Routes } from '@camarim/contract';
import { SUGGESTED_PEOPLE_MAX, SUGGESTED_TAGS_MAX } from '@camarim/contract/limits';
import { tagKey } from '@camarim/contract/post-text';
import type { DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { summarise } from '../../profiles/index.ts';
import type { Reader } from '../view-posts.ts';
import { suggestProducers, suggestTags } from './suggest-store.ts';

type Suggestions = DataInput<Routes['GET /posts/suggestions']>;

/**
 * People by `ana`, tags by `pra` and by `#pra`, which asks for tags alone. Tags are text of posts:
 * none without a proof of age.
 */
export const suggest = async (
  ctx: Ctx,
  { requester, adult }: Pick<Reader, 'requester' | 'adult'>,
  q: string,
): Promise<Suggestions> => {
  const tagOnly = q.startsWith('#');
  const beginning = tagKey(tagOnly ? q.slice(1) : q);
  const [ids, tags] = await Promise.all([
    tagOnly ? [] : suggestProducers(ctx.db, q, requester, SUGGESTED_PEOPLE_MAX),
    adult && beginning !== '' ? suggestTags(ctx.db, beginning, requester, SUGGESTED_TAGS_MAX) : [],
  ]);
  const summaries = await summarise(ctx, ids);
  return { profiles: ids.flatMap((id) => summaries.get(id) ?? []), tags };
};
