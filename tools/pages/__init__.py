"""The documentation as a site: pages gathered, references made from their sources, built and audited.

`make docs` runs it. Read site.py, then gather.py; contract.py and commands.py make the references, audit.py
looks at what was built, pictures.py draws the terminals that are committed in docs/pictures.
"""
