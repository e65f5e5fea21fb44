"""A figure counts only where both sides gave the same answers."""


class DisagreementError(Exception):
    """Two sides answered the same question differently: one of them is wrong, and nothing was measured."""


def agree(question: str, ours: object, peer: str, theirs: object) -> None:
    """Compare our answer with a peer's.

    Raises:
        DisagreementError: if they differ; the message shows the question and both answers.
    """
    if ours != theirs:
        raise DisagreementError(f"{question}\ncasekit: {ours}\n{peer}: {theirs}")
