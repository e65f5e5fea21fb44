"""From syntax trees to typed documents: what the resolvers of all games do in the same way."""
