"""What the five file tools answer, as a table: for every server that offers them, on any disk."""

from file_case import Case
from file_cases_editing import EDITING, REPLACING
from file_cases_reading import LISTING, READING
from file_cases_searching import SEARCHING

CASES: list[Case] = [*READING, *LISTING, *SEARCHING, *EDITING, *REPLACING]
