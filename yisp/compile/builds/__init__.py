"""What is kept between runs: compiled programs, and native modules with the compiler that makes them.

Keys and bytes come in; files of a folder that only its owner can write go out, and are trusted only after
checking. ``cache`` is the way in; ``cache_folder`` knows the folder, ``workshop`` how processes share it;
``native`` builds and loads modules, ``compiler`` finds gcc or clang. What a program consists of:
``program``.
"""
