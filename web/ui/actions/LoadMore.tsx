// The button below a paginated list that loads its next page; renders nothing after the last one.
import { Button } from './Button.tsx';

type Props = {
  /** An infinite query of TanStack Query. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  text: string;
  small?: boolean;
  variant?: 'line' | 'text';
  /** Class of an element around the button. */
  className?: string | undefined;
};

export const LoadMore = ({ query, text, small = false, variant = 'line', className }: Props) => {
  if (!query.hasNextPage) return null;
  const button = (
    <Button
      small={small}
      variant={variant}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {text}
    </Button>
  );
  return className === undefined ? button : <div className={className}>{button}</div>;
};
