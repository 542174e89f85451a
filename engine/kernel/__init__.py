"""The nouns that all games share: cards, actions, tricks, ladders, hands. A variant owns the verbs."""
