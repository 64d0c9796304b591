-- City, state and country of a session's last use, as the proxy in front reports them, for its owner to recognise; '' when it does not.
ALTER TABLE sessions ADD COLUMN place text NOT NULL DEFAULT '';
