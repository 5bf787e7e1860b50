"""What is simulated: topics, with the seats and walls that they play with.

The sections ``simulate``, ``seats``, ``deal`` and ``wall`` come in; the model's topics go out: what is
judged, watched and expected, and what is known beforehand (``start``). Begin with ``topics``;
``expectations`` has a small grammar of its own. How a topic is answered is the business of
``yisp.simulate``.
"""
