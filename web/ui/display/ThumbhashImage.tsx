// A picture that keeps its place: its proportions come from the data, a blurred thumbhash stands in
// until it loads.
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { useLoading } from './eager-pictures.ts';
import styles from './ThumbhashImage.module.css';

type Props = {
  src: string;
  alt: string;
  /** Natural size in pixels; unknown sizes are filled by the parent. */
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  /** The picture that makes the first impression of the page. */
  priority?: boolean;
  srcSet?: string | undefined;
  sizes?: string | undefined;
  className?: string | undefined;
};

/** A picture that failed is complete, too. */
const isThere = (image: HTMLImageElement | null): boolean =>
  image !== null && image.complete && image.naturalWidth > 0;

export const ThumbhashImage = ({
  src,
  alt,
  width,
  height,
  thumbhash,
  priority = false,
  srcSet,
  sizes,
  className,
}: Props) => {
  const image = useRef<HTMLImageElement>(null);
  const loading = useLoading(priority);
  const [placeholder, setPlaceholder] = useState<string>();

  // Decoded in the browser only, and only while the picture is not there yet: that is also when the
  // decoder is loaded.
  useEffect(() => {
    if (!thumbhash || isThere(image.current)) return;
    const decoding = import('./thumbhash.ts').then(({ thumbhashUrl }) => {
      if (!isThere(image.current)) setPlaceholder(thumbhashUrl(thumbhash));
    });
    decoding.catch(reportError);
  }, [thumbhash]);

  return (
    <span className={classNames(styles.frame, className)}>
      {placeholder && <img src={placeholder} alt="" aria-hidden className={styles.placeholder} />}
      <img
        ref={image}
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        alt={alt}
        width={width ?? undefined}
        height={height ?? undefined}
        loading={loading}
        fetchPriority={loading === 'eager' ? 'high' : undefined}
        decoding="async"
        className={styles.picture}
        onLoad={() => setPlaceholder(undefined)}
      />
    </span>
  );
};
