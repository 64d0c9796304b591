-- What a reported message said, sealed when a member of its conversation reported it: its author may change or unsend it afterwards.
ALTER TABLE reports ADD COLUMN sealed_evidence bytea;

-- Words with which no message reaches a producer.
ALTER TABLE chat_options ADD COLUMN blocked_words text[] NOT NULL DEFAULT '{}';
