"""The rules of Brick Civilization: setup, the machine that runs the stages, what is legal, and what an action does.

The game is a small machine: `stage` says where it goes on, `turn` whose turn it is there, `prompt` what a seat is asked.
`proceed` runs the stages until somebody is asked something; `apply` carries out the answer and proceeds.

A function `advance_name(s, r)` is called with `s.turn` set, and `s.part`, `s.cursor`, `s.asked` at 0 when a player's turn
in the stage begins. It plays that turn as far as possible: 1 when it is finished, 0 when somebody has been asked
(`turns.ask`); it is called again once that is answered (`turns.answered`). A pair `legal_name(s, r, mask)`,
`apply_name(s, r, action)` says what the seat to act may answer and carries the answer out.
"""
