-- False: the appeal was won, and what it contests could not be undone, or waits for a second person.
ALTER TABLE help_tickets ADD COLUMN undone boolean NOT NULL DEFAULT true;
