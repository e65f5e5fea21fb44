"""From files to editions and cases."""

from casekit.games.midnight.language import edition_file, resolver

default_edition = edition_file.built_in
edition_template = edition_file.built_in_source
load_edition = edition_file.load
resolve = resolver.resolve
