// The addresses of a new link, shown once, with what its page is to show.
import { useState } from 'react';
import { getLocale } from '../../../paraglide/runtime.js';
import { m } from '../../../paraglide/messages.js';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import type { NewLink as Made } from '../queries.ts';
import { Secret } from '../Secret.tsx';
import { PARTS, type Part, pageAddress } from './page-address.ts';

const PART_TEXTS: Record<Part, () => string> = {
  alerts: m.link_alerts,
  goal: m.link_goal,
  orders: m.link_orders,
};

export const NewLink = ({ made }: { made: Made }) => {
  const [parts, setParts] = useState<readonly Part[]>(PARTS);
  const [sound, setSound] = useState(true);
  const toggle = (part: Part) =>
    setParts((chosen) => PARTS.filter((each) => (each === part) !== chosen.includes(each)));
  return (
    <NoticeBox>
      <p>{m.link_made()}</p>
      {PARTS.map((part) => (
        <Checkbox
          key={part}
          label={PART_TEXTS[part]()}
          checked={parts.includes(part)}
          onChange={() => toggle(part)}
        />
      ))}
      <Checkbox label={m.link_sound()} checked={sound} onChange={() => setSound(!sound)} />
      <Secret
        name={m.link_page()}
        text={pageAddress(made.pageUrl, { locale: getLocale(), parts, sound })}
      />
      <Secret name={m.link_stream()} text={made.streamUrl} />
    </NoticeBox>
  );
};
