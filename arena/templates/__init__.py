"""Projects for `arena new bot`: a sample bot of the language, made one's own.

What is the same for everybody is not copied here: a project is made from sample_bots/LANGUAGE as it is
installed. Only the test on the recorded match lies here, a folder a language. Read languages.py, then
project.py and recorded.py.
"""

from arena.templates.languages import LANGUAGES, Language
from arena.templates.project import ProjectError, write_project

__all__ = ["LANGUAGES", "Language", "ProjectError", "write_project"]
