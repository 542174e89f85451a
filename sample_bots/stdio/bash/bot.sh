#!/usr/bin/env bash
# A bot in bash and jq: one jq reads a JSON object a line and writes an answer for each question.
# It accepts and checks where it can, else plays its first card, else takes the first offer.
exec jq --unbuffered --compact-output '
  def wish: {"VERB_ACCEPT": 3, "VERB_CHECK": 3, "VERB_CALL": 3, "VERB_PLAY_HAND": 3, "VERB_PLAY": 2, "VERB_PASS": 1};
  if .question then
    [.question.offers[] | wish[.verb] // 0] as $wishes
    | {answer: {index: ($wishes | index(max))}}
  elif .notice then
    .notice.text | stderr | empty
  else
    empty
  end'
