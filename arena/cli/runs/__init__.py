"""The work behind the commands, where grpc, trio, numpy and sqlalchemy are at home.

entrants.py says who plays, deals.py what is dealt, stage.py starts bots and plays; match.py, ladder.py and
serve.py are the three runs; journal.py and fitting.py keep what they give.
"""
