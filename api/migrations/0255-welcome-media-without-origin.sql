-- A media goes with the last item that shows it, whatever it was uploaded for.
ALTER TABLE welcome_message_medias DROP COLUMN uploaded;
