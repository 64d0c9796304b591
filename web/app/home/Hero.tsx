// The hero of the landing page: the promise, and a featured producer in the mirror frame.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { usePublishAddress } from '../../client/navigation.ts';
import { useSession } from '../../client/session/session.ts';
import { ButtonLink } from '../../ui/actions/Button.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { MirrorFrame } from '../../ui/display/MirrorFrame.tsx';
import { ThumbhashImage } from '../../ui/display/ThumbhashImage.tsx';
import { srcSetOf } from '../../ui/display/src-set.ts';
import { onlineQuery } from '../../features/profiles/index.ts';
import styles from './Hero.module.css';

const Mirror = () => {
  const { preferences } = useSession();
  const { data: profiles } = useQuery(onlineQuery());
  const star = profiles?.find(({ headerMediaThumbs }) => headerMediaThumbs);
  const picture = star?.headerMediaThumbs;
  return (
    <MirrorFrame className={styles.mirror}>
      <div className={styles.glass}>
        {star && picture && (
          <Link to={`/${star.domainName}`} viewTransition className={styles.star}>
            <ThumbhashImage
              src={picture.lgThumb}
              srcSet={srcSetOf(picture)}
              sizes="(max-width: 900px) 100vw, 640px"
              alt=""
              width={picture.width}
              height={picture.height}
              thumbhash={picture.thumbhash}
              // Before the age gate no image is preloaded.
              priority={preferences.adult}
              className={styles.picture}
            />
            {star.live ? (
              <Badge variant="air" className={styles.pill}>
                {m.live_now()}
              </Badge>
            ) : (
              <Badge className={styles.pill}>
                {star.online ? m.online() : m.recently_online()}
              </Badge>
            )}
            <span className={styles.caption}>
              <b>{star.exibitionName}</b>
              <span>@{star.domainName}</span>
            </span>
          </Link>
        )}
      </div>
    </MirrorFrame>
  );
};

export const Hero = () => {
  const publish = usePublishAddress();
  return (
    <section className={styles.hero}>
      <div>
        <h1 className={styles.title}>
          {m.hero_title_first()}
          <br />
          {m.hero_title_second()}
        </h1>
        <p className={styles.text}>{m.hero_text()}</p>
        <div className={styles.actions}>
          <ButtonLink variant="main" to="/?explore" viewTransition>
            {m.hero_explore()}
          </ButtonLink>
          <ButtonLink variant="line" to={publish} preventScrollReset>
            {m.hero_publish()}
          </ButtonLink>
        </div>
      </div>
      <Mirror />
    </section>
  );
};
