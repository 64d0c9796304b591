// /search and /tags/{tag}: public posts by text or by tag.
import { POST_SEARCH_MAX } from '@camarim/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Search, SearchX } from 'lucide-react';
import { Form, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { describePage } from '../../../client/meta.ts';
import { loadPage } from '../../../client/page-data.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { PostList } from '../feed/PostList.tsx';
import publish from '../publish/publish.module.css';
import { postSearchQuery } from './queries.ts';
import styles from './search.module.css';

type Args = Pick<LoaderFunctionArgs, 'params'> & { request: Request };

const searchIn = ({ params, request }: Args): { tag: string | null; q: string } => {
  const tag = params['tag'] ?? null;
  const words = new URL(request.url).searchParams.get('q') ?? '';
  return { tag, q: (tag === null ? words : `#${tag}`).trim().slice(0, POST_SEARCH_MAX) };
};

const load = async (args: Args) => {
  const search = searchIn(args);
  const { queries } = await loadPage({
    optional: search.q === '' ? [] : [postSearchQuery(search.q)],
  });
  return { ...search, queries };
};

export const loader = (args: LoaderFunctionArgs) => load(args);
export const clientLoader = (args: Args) => load(args);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const tag = loaderData?.tag ?? null;
  const title = tag === null ? m.search_title() : m.search_tag_title({ tag });
  const path = tag === null ? '/search' : `/tags/${encodeURIComponent(tag)}`;
  const head = describePage(
    { title: `${title} · Camarim`, description: m.search_description(), path },
    matches,
  );
  // Tag pages may be indexed, results of a free search may not.
  return loaderData?.q && tag === null ? [...head, { name: 'robots', content: 'noindex' }] : head;
};

export default function SearchPage() {
  const { q, tag } = useLoaderData<typeof loader>();
  return (
    <section className={publish.page}>
      <h1 className={publish.title}>
        {tag === null ? m.search_title() : m.search_tag_title({ tag })}
      </h1>
      <Form role="search" action="/search" className={styles.form} key={q}>
        <TextField
          label={m.search_field()}
          labelHidden
          placeholder={m.search_field()}
          type="search"
          name="q"
          maxLength={POST_SEARCH_MAX}
          defaultValue={q}
        />
        <Button type="submit" variant="main">
          {m.search_go()}
        </Button>
      </Form>
      {q === '' ? (
        <EmptyState icon={<Search aria-hidden />} title={m.search_start()} />
      ) : (
        <Results key={q} q={q} />
      )}
    </section>
  );
}

const Results = ({ q }: { q: string }) => {
  const found = useInfiniteQuery(postSearchQuery(q));
  const label = m.search_results({ query: q });
  if (found.error instanceof ApiError && found.error.code === 'age.proofRequired') {
    return (
      <EmptyState
        icon={<Search aria-hidden />}
        title={found.error.message}
        action={
          <ButtonLink variant="main" to="/account/age">
            {m.post_age_to_see()}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <h2 className={styles.heading}>{label}</h2>
      <PostList
        id={`search-${q}`}
        label={label}
        query={found}
        empty={
          <EmptyState icon={<SearchX aria-hidden />} title={m.search_none({ query: q })}>
            {m.search_none_text()}
          </EmptyState>
        }
      />
    </>
  );
};
