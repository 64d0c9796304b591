-- What a film's playlist says of a quality, measured from what was encoded; null in films made before, whose playlists leave it out.

ALTER TABLE media_streams ADD COLUMN average_bits_per_second integer;
ALTER TABLE media_streams ADD COLUMN frames_per_second real;
